/** The build loader's error message. */
export const LOST_STYLE = 'Unable to preload CSS'

/**
 * The build's loader requests a style sheet once and treats it as loaded, even after a failure. A page that was
 * preloaded in vain would then open without styles and without an error. By address: null after a failure, or the
 * promise of the retry.
 */
const lost = new Map<string, Promise<void> | null>()

export function watchForLostStyles() {
  const lose = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    lost.set(target.href, null)
    target.remove()
  }
  // In the capture phase, before the loader's own handler, so that no code meets the broken link in between.
  document.addEventListener('error', lose, true)
}

/** Requests every failed style sheet again. */
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
