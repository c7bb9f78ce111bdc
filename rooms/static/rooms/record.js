// The form of a new table: a form that is sent twice opens one table. The form to join a table likewise; its link has the code in the
// fragment, which is not sent to the server. Without this script both work too.

const form = document.querySelector("[data-new], [data-join]");
if (form) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  form.elements.key.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const code = location.hash.slice(1);
  if (form.elements.code && /^[0-9a-z]{8}$/.test(code)) {
    form.elements.code.value = code;
    history.replaceState(null, "", location.pathname); // the code works once
    form.querySelector("button").focus();
  }
}
