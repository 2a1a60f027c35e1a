import type { Browser, BrowserContext, Page } from 'playwright-core'

const CPU_SLOWDOWN = 4
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}
export const VIEW = { width: 412, height: 823 }

/** What the login leaves in the browser, by name. */
export type Session = Record<string, string>

/** The browser and the shop of a visit. */
export type VisitTarget = { browser: Browser; url: string }

/** A new visitor; with a session one who is logged in. */
export async function newVisitor(browser: Browser, session: Session | null) {
  const context = await browser.newContext({
    viewport: VIEW,
    locale: 'nl-NL',
    deviceScaleFactor: 1.75,
    hasTouch: true,
  })
  await context.addInitScript((session) => {
    localStorage.setItem('cookieConsent', 'necessary')
    if (!session) return
    for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value)
    localStorage.setItem('language', 'nl')
    localStorage.setItem('welcomeOverlay', 'true')
  }, session)
  return context
}

/** A page with a slow network and a slow processor. */
export async function newThrottledPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false })
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}
