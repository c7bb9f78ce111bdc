// Enlivens the charts: the page is complete without this. Plotly is large, so it is fetched only when a chart comes into sight after the
// page has loaded; until then, and where it fails, the table and the drawing made on the server stand.

const script = document.getElementById("charts-script");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const charts = [...document.querySelectorAll("[data-chart]")];
const shortest = 280; // px

// Plotly writes the style sheet of its map traces, which we never draw, into the page unless an element has this id already. Our policy
// would refuse it; this keeps it from being tried.
const mapStyle = "9f215cf04c5486422605d13261cb87401f4e7763b6296af81e98efbc0130da53";

let plotly = null;

function fetchPlotly() {
  plotly ??= new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("meta"), { id: mapStyle }));
    const tag = document.createElement("script");
    tag.src = script.dataset.plotly;
    tag.onload = () => resolve(window.Plotly);
    tag.onerror = () => reject(new Error("Plotly could not be loaded"));
    document.head.append(tag);
  });
  return plotly;
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

function figureOf(chart) {
  const id = `${chart.dataset.chart}-${isDark() ? "dark" : "light"}`;
  return JSON.parse(document.getElementById(id).textContent);
}

// Narrow places get a lower figure, but where its rows are groups. The scale of a heatmap is the server's, under the figure: Plotly's own would need style attributes.
function fit(figure, width, keepsHeight) {
  for (const trace of figure.data) {
    if (trace.type === "heatmap") trace.showscale = false;
  }
  if (!keepsHeight) figure.layout.height = Math.min(figure.layout.height, Math.max(width + 20, shortest));
  return figure;
}

async function draw(chart) {
  const place = chart.querySelector("[data-plot]");
  const Plotly = await fetchPlotly();
  place.hidden = false;
  chart.classList.add("is-live");
  const figure = fit(figureOf(chart), place.clientWidth, "keepHeight" in chart.dataset);
  await Plotly.react(place, figure.data, figure.layout, figure.config);
  leadToGames(chart, place);
}

// A space leads to its games, as it does in the drawing; the drawing's links stay for the keyboard, and show in the figure where they are.
function leadToGames(chart, place) {
  if (!chart.dataset.chart.startsWith("board") || place.dataset.leads) return;
  place.dataset.leads = "yes";
  chart.addEventListener("focusin", ({ target }) => {
    const space = target.closest("[data-space]")?.dataset.space;
    if (!space) return;
    const at = { xval: space.charCodeAt(0) - "a".charCodeAt(0), yval: Number(space.slice(1)) - 1 };
    window.Plotly.Fx.hover(place, at);
  });
  chart.addEventListener("focusout", () => window.Plotly.Fx.unhover(place));
  place.on("plotly_click", ({ points: [point] }) => {
    const link = chart.querySelector(`[data-space="${CSS.escape(point.x + point.y)}"]`);
    if (link) window.location.assign(link.getAttribute("href"));
  });
}

function enliven(chart) {
  draw(chart).catch((error) => {
    chart.classList.remove("is-live");
    chart.querySelector("[data-plot]").hidden = true;
    console.error(error);
  });
}

function watch() {
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      enliven(entry.target);
    }
  }, { rootMargin: "200px" });
  charts.forEach((chart) => seen.observe(chart));
}

function redraw() {
  charts.filter((chart) => chart.classList.contains("is-live")).forEach(enliven);
}

dark.addEventListener("change", redraw);
new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
if (document.readyState === "complete") watch();
else window.addEventListener("load", watch, { once: true });
