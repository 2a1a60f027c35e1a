/**
 * Responses requested by the small script in the page's head (preload.ts) before the shop's script arrived. Each is
 * taken once. The rest is deleted.
 */
type PreloadWindow = typeof globalThis & { giftpointPreload?: Map<string, Promise<Response>> }

type Asked = { method: string; body?: string }

const keyOf = (url: string, { method, body = '' }: Asked) => `${method} ${url} ${body}`

export function storePreload(url: string, init: Asked, answer: Promise<Response>): void {
  const window = globalThis as PreloadWindow
  window.giftpointPreload ??= new Map()
  answer.catch(() => {})
  window.giftpointPreload.set(keyOf(url, init), answer)
}

/** Whether the response has not been taken yet. */
export const isPreserved = (url: string, init: Asked) =>
  (globalThis as PreloadWindow).giftpointPreload?.has(keyOf(url, init)) ?? false

export function takePreload(
  url: string,
  init: Asked,
  retry: () => Promise<Response>,
): Promise<Response> | undefined {
  const early = (globalThis as PreloadWindow).giftpointPreload
  const key = keyOf(url, init)
  const answer = early?.get(key)
  early?.delete(key)
  // A failed request is sent again.
  return answer?.catch(retry)
}
