/**
 * Responses requested by the small script in the page's head (preload.ts) before the shop's script arrived. Each is
 * taken once. The rest is deleted.
 */
type EarlyWindow = typeof globalThis & { giftpointEarly?: Map<string, Promise<Response>> }

type Asked = { method: string; body?: string }

const keyOf = (url: string, { method, body = '' }: Asked) => `${method} ${url} ${body}`

export function keepEarly(url: string, init: Asked, answer: Promise<Response>): void {
  const window = globalThis as EarlyWindow
  window.giftpointEarly ??= new Map()
  answer.catch(() => {})
  window.giftpointEarly.set(keyOf(url, init), answer)
}

/** Whether the response has not been taken yet. */
export const isKept = (url: string, init: Asked) =>
  (globalThis as EarlyWindow).giftpointEarly?.has(keyOf(url, init)) ?? false

export function takeEarly(
  url: string,
  init: Asked,
  anew: () => Promise<Response>,
): Promise<Response> | undefined {
  const early = (globalThis as EarlyWindow).giftpointEarly
  const key = keyOf(url, init)
  const answer = early?.get(key)
  early?.delete(key)
  // A failed request is sent again.
  return answer?.catch(anew)
}
