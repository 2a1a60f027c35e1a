/** How the build's loader words it. */
export const LOST_STYLE = 'Unable to preload CSS'

/**
 * The build's loader asks for a style sheet once and takes it as there from then on, whether it came or not: a page
 * fetched ahead in vain would be opened without its style, and nobody would be told.
 */
const lost = new Set<string>()

export function watchForLostStyles() {
  const lose = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    lost.add(target.href)
    target.remove()
  }
  // Caught on the way down: before the loader hears of it, so that nobody meets the link in between.
  document.addEventListener('error', lose, { capture: true })
}

/** Asks for all that did not come once more. */
export async function bringLostStyles() {
  await Promise.all([...lost, ...coming.keys()].map(bring))
}

const coming = new Map<string, Promise<unknown>>()

function bring(href: string) {
  const already = coming.get(href)
  if (already) return already
  lost.delete(href)
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const brought = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => reject(new Error(`${LOST_STYLE} ${href}`)))
  }).finally(() => coming.delete(href))
  coming.set(href, brought)
  document.head.append(link)
  return brought
}
