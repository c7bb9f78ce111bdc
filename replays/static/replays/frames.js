// The frames of a replay. Of the mappings of a frame (marks, texts, pieces) the server sends what differs from the frame before.

/** Returns the data of a page with whole frames. */
export function readData(text) {
  const data = JSON.parse(text);
  return { ...data, frames: wholeFrames(data.frames) };
}

function wholeFrames(rows) {
  const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const names = Object.keys(rows[0] ?? {}).filter((name) => isMapping(rows[0][name]));
  let before = {};
  return rows.map((row) => {
    const frame = { ...row };
    for (const name of names) frame[name] = row[name] ? changed(before[name], row[name]) : before[name];
    before = frame;
    return frame;
  });
}

function changed(before, differences) {
  const values = { ...before };
  for (const [key, value] of Object.entries(differences)) {
    if (value === null) delete values[key];
    else values[key] = value;
  }
  return values;
}
