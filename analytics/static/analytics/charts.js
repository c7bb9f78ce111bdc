// Enlivens the charts: the page is complete without this. Plotly is large, so it is fetched only when a chart comes into sight after the
// page has loaded; until then, and where it fails, the table and the drawing made on the server stand.

const script = document.getElementById("charts-script");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const charts = [...document.querySelectorAll("[data-chart]")];
const narrow = 480; // px

let plotly = null;

function fetchPlotly() {
  plotly ??= new Promise((resolve, reject) => {
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

function fit(figure, width) {
  if (width >= narrow) return figure;
  for (const trace of figure.data) {
    if (trace.type === "heatmap") trace.showscale = false; // the legend under the drawing says it
  }
  figure.layout.height = Math.min(figure.layout.height, width + 20);
  return figure;
}

async function draw(chart) {
  const place = chart.querySelector("[data-plot]");
  const Plotly = await fetchPlotly();
  place.hidden = false;
  chart.classList.add("is-live");
  const figure = fit(figureOf(chart), place.clientWidth);
  await Plotly.react(place, figure.data, figure.layout, figure.config);
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
