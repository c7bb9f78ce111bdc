// The API reference: sends the requests of its forms and shows the answers. Links into closed parts open them.
function addressOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input")) {
    const value = input.value.trim();
    if (input.dataset.place === "path") {
      if (value) path = path.replace(`{${input.name}}`, encodeURIComponent(value));
    } else if (value) query.append(input.name, value);
  }
  const text = query.toString();
  return `${location.origin}${path}${text ? `?${text}` : ""}`;
}

async function send(form, result) {
  const answer = await fetch(addressOf(form), { credentials: "omit", cache: "no-store" });
  let text = await answer.text();
  if (answer.headers.get("Content-Type")?.includes("json")) text = JSON.stringify(JSON.parse(text), null, 2);
  const cut = text.length > 20000 ? `${text.slice(0, 20000)}\n…` : text;
  const head = Object.assign(document.createElement("p"), { textContent: `${answer.status} ${answer.headers.get("Content-Type") ?? ""}` });
  const body = Object.assign(document.createElement("pre"), { textContent: cut, tabIndex: 0 });
  result.replaceChildren(head, body);
}

for (const form of document.querySelectorAll("form.api-run")) {
  const curl = form.querySelector(".api-curl code");
  const button = form.querySelector("button");
  const result = form.querySelector(".api-result");
  button.hidden = false;
  form.addEventListener("input", () => { curl.textContent = `curl "${addressOf(form)}"`; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await send(form, result);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      result.textContent = "The request did not reach the site. Check the connection and send it again.";
    } finally {
      button.disabled = false;
    }
  });
  if (form.querySelector("input[value]:not([value=''])")) form.dispatchEvent(new Event("input"));
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView();
}
addEventListener("hashchange", openTarget);
if (location.hash) openTarget();
