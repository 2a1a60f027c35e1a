/**
 * Answers that were asked for before the shop's script had arrived, by the small script in the page's head
 * (early.ts). Each is taken once; what nobody takes is forgotten.
 */
type EarlyWindow = typeof globalThis & { giftpointEarly?: Map<string, Promise<Response>> }

export function keepEarly(url: string, answer: Promise<Response>): void {
  const window = globalThis as EarlyWindow
  window.giftpointEarly ??= new Map()
  answer.catch(() => {})
  window.giftpointEarly.set(url, answer)
}

export function takeEarly(
  url: string,
  anew: () => Promise<Response>,
): Promise<Response> | undefined {
  const early = (globalThis as EarlyWindow).giftpointEarly
  const answer = early?.get(url)
  early?.delete(url)
  // One that failed on the way is asked for anew.
  return answer?.catch(anew)
}
