/** How the build's loader words it. */
export const LOST_STYLE = 'Unable to preload CSS'

/**
 * The build's loader asks for a style sheet once and takes it as there from then on, whether it came or not: a page
 * fetched ahead in vain would be opened without its style, and nobody would be told. By address: what did not come, or
 * comes again.
 */
const lost = new Map<string, Promise<void> | null>()

export function watchForLostStyles() {
  const lose = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    lost.set(target.href, null)
    target.remove()
  }
  // Caught on the way down: before the loader hears of it, so that nobody meets the link in between.
  document.addEventListener('error', lose, true)
}

/** Asks for all that did not come once more. */
export const bringLostStyles = () =>
  Promise.all([...lost].map(([href, coming]) => coming ?? bring(href)))

function bring(href: string) {
  const brought = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => {
      lost.delete(href)
      resolve()
    })
    link.addEventListener('error', () => reject(new Error(`${LOST_STYLE} ${href}`)))
    document.head.append(link)
  })
  lost.set(href, brought)
  return brought
}
