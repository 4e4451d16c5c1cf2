// Sets or removes the ticks of all occurrences at once.
for (const button of document.querySelectorAll("button[data-ticks]")) {
  button.addEventListener("click", () => {
    for (const box of document.querySelectorAll('input[name="number"]')) box.checked = button.dataset.ticks === "all";
  });
  button.hidden = false;
}
