/** The script of the documentation: finds endpoints, copies examples, and puts a key into them, which stays in the memory of the page. */
export const docsScript = `for (const part of document.querySelectorAll('[data-scripted]')) part.hidden = false;
const key = document.getElementById('key');
key?.addEventListener('input', () => {
  for (const place of document.querySelectorAll('.key')) place.textContent = key.value.trim() || 'YOUR_KEY';
});
for (const example of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(example.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(example);
      button.textContent = 'Selected';
    }
  });
  example.after(button);
}
const search = document.getElementById('search');
const contents = document.getElementById('contents');
const calls = [...contents.querySelectorAll('[data-words]')];
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  for (const call of calls) {
    call.hidden = !words.every((word) => call.dataset.words.includes(word));
    if (!call.hidden) found++;
  }
  contents.classList.toggle('searching', words.length > 0);
  document.getElementById('found').textContent = words.length === 0 ? '' : found + ' of ' + calls.length + ' endpoints';
});
`;
