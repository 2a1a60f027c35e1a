import { readMarks } from '#storefront/preview/framed/text-marks.ts'

/** Attributes that show a text of the shop. */
const ATTRIBUTES = ['placeholder', 'aria-label', 'alt', 'title']

type MarkedText = { text: string; numbers: readonly number[] }

/**
 * Removes the marks from the page before it is painted, and names them in `data-text` of the element that shows the
 * text. `onNamed` is called when an element was named. Returns the function that stops it.
 */
export function watchMarks(root: Node, onNamed: () => void): () => void {
  const textMarks = new WeakMap<Text, MarkedText>()
  const attributeMarks = new WeakMap<Element, Map<string, MarkedText>>()

  function setTextNumbers(element: Element) {
    const numbers = new Set<number>()
    for (const child of element.childNodes) {
      if (child instanceof Text)
        for (const number of textMarks.get(child)?.numbers ?? []) numbers.add(number)
    }
    for (const { numbers: attributeNumbers } of attributeMarks.get(element)?.values() ?? [])
      for (const number of attributeNumbers) numbers.add(number)
    if (numbers.size === 0) element.removeAttribute('data-text')
    else element.setAttribute('data-text', [...numbers].join(' '))
    onNamed()
  }
  function readText(text: Text) {
    // The text was changed by this function itself.
    if (textMarks.get(text)?.text === text.data) return
    const read = readMarks(text.data)
    if (read.numbers.length === 0 && !textMarks.has(text)) return
    textMarks.set(text, read)
    if (read.text !== text.data) text.data = read.text
    if (text.parentElement) setTextNumbers(text.parentElement)
  }
  function readAttribute(element: Element, attribute: string) {
    const value = element.getAttribute(attribute)
    const knownAttributes = attributeMarks.get(element)
    if (value === (knownAttributes?.get(attribute)?.text ?? null)) return
    const read = readMarks(value ?? '')
    if (read.numbers.length === 0 && !knownAttributes?.has(attribute)) return
    attributeMarks.set(element, new Map([...(knownAttributes ?? []), [attribute, read]]))
    if (value !== null && read.text !== value) element.setAttribute(attribute, read.text)
    setTextNumbers(element)
  }
  function readAll(node: Node) {
    if (node instanceof Text) readText(node)
    if (!(node instanceof Element)) return
    for (const attribute of ATTRIBUTES)
      if (node.hasAttribute(attribute)) readAttribute(node, attribute)
    for (const child of node.childNodes) readAll(child)
  }
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'characterData') readAll(target)
      else if (type === 'attributes') readAttribute(target as Element, attributeName ?? '')
      else for (const node of addedNodes) readAll(node)
    }
  })
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  })
  readAll(root)
  return () => observer.disconnect()
}
