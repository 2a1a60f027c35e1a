/**
 * The accessible name of a control with visible text. It contains the visible text (WCAG 2.5.3), so that speech
 * control works, and the longer name that distinguishes the control. Editors write both and need not know that they
 * belong together.
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
