// Shows the passkey forms where the browser can use them, and a message if one fails.
for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = !window.PublicKeyCredential;

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // the message replaces the line in the console
  const problem = document.querySelector("[data-passkey-error]");
  problem.hidden = false;
});
