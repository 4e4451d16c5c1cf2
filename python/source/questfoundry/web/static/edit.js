// Grows text areas with their content, and warns before unsaved text is lost.
const form = document.getElementById("writing");
const saved = document.getElementById("saved");
let unsaved = false;

const grow = (field) => {
  field.rows = 1;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
};
form.querySelectorAll("textarea").forEach(grow);

form.addEventListener("input", (event) => {
  if (event.target.matches("textarea")) grow(event.target);
  unsaved = true;
  saved.textContent = "Not saved yet";
});
form.addEventListener("htmx:afterRequest", (event) => {
  unsaved = event.detail.xhr.status !== 200;
});
form.addEventListener("htmx:sendError", () => { saved.textContent = "Not saved: the desk is not responding"; });
document.addEventListener("desk:back", () => { if (unsaved) form.dispatchEvent(new Event("save")); });
// Text typed before this script ran, or restored by the browser.
addEventListener("load", () => {
  const texts = [...form.querySelectorAll("textarea")];
  if (texts.some((each) => each.value !== each.defaultValue)) form.dispatchEvent(new Event("input"));
});
addEventListener("keydown", (event) => {
  if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.dispatchEvent(new Event("save"));
  }
});
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
