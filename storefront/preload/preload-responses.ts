/**
 * Responses requested by the small script in the page's head (preload.ts) before the shop's script arrived. Each is
 * taken once.
 */
type PreloadWindow = typeof globalThis & { giftpointPreload?: Map<string, Promise<Response>> }

type PreloadRequest = { method: string; body?: string }

const keyOf = (url: string, { method, body = '' }: PreloadRequest) => `${method} ${url} ${body}`

export function storePreload(url: string, init: PreloadRequest, answer: Promise<Response>): void {
  const window = globalThis as PreloadWindow
  window.giftpointPreload ??= new Map()
  answer.catch(() => {})
  window.giftpointPreload.set(keyOf(url, init), answer)
}

/** Whether the response has not been taken yet. */
export const isUntaken = (url: string, init: PreloadRequest) =>
  (globalThis as PreloadWindow).giftpointPreload?.has(keyOf(url, init)) ?? false

export function takePreload(
  url: string,
  init: PreloadRequest,
  retry: () => Promise<Response>,
): Promise<Response> | undefined {
  const preloads = (globalThis as PreloadWindow).giftpointPreload
  const key = keyOf(url, init)
  const answer = preloads?.get(key)
  preloads?.delete(key)
  // A failed request is sent again.
  return answer?.catch(retry)
}
