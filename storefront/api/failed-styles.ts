/** The build loader's error message. */
export const FAILED_STYLE = 'Unable to preload CSS'

/**
 * The build's loader requests a style sheet once and treats it as loaded, even after a failure. A page whose preload
 * failed would then open without styles and without an error. By address: null after a failure, or the promise of the
 * retry.
 */
const failedStyles = new Map<string, Promise<void> | null>()

export function watchForFailedStyles() {
  const recordFailure = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    failedStyles.set(target.href, null)
    target.remove()
  }
  // In the capture phase, before the loader's own handler, so that no code finds the broken link in between.
  document.addEventListener('error', recordFailure, true)
}

/** Requests every failed style sheet again. */
export const retryFailedStyles = () =>
  Promise.all([...failedStyles].map(([href, retrying]) => retrying ?? loadStyle(href)))

function loadStyle(href: string) {
  const loading = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => {
      failedStyles.delete(href)
      resolve()
    })
    link.addEventListener('error', () => reject(new Error(`${FAILED_STYLE} ${href}`)))
    document.head.append(link)
  })
  failedStyles.set(href, loading)
  return loading
}
