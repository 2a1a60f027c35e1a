/**
 * A link or QR code contains its code after the #, which no server receives. The head script removes it from the
 * address before anything is painted, measured or shared. It stays in memory until the login takes it.
 */
type ScannedWindow = typeof globalThis & { giftpointScanned?: string | undefined }

export function storeScannedCode(): boolean {
  const code = /^#([a-z0-9]{9})$/i.exec(location.hash)?.[1]
  if (code === undefined) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  ;(globalThis as ScannedWindow).giftpointScanned = code.toLowerCase()
  return true
}

/** Returns the code once. The login form then has its own copy. */
export function takeScannedCode(): string | null {
  const window = globalThis as ScannedWindow
  const code = window.giftpointScanned ?? null
  window.giftpointScanned = undefined
  return code
}

export const hasScannedCode = () => (globalThis as ScannedWindow).giftpointScanned !== undefined
