/**
 * The accessible name of a control that shows words: the longer name that tells it apart from the others, and in it
 * the words as they stand there (WCAG 2.5.3), so that whoever speaks to the shop can say what he sees. Both are the
 * editors', who need not know that they belong together.
 */
export function spokenName(shown: string, name: string): string {
  const words = plain(shown)
  return words === '' || ` ${plain(name)} `.includes(` ${words} `) ? name : `${shown}: ${name}`
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
