import { setTimeout as pause } from 'node:timers/promises'

/**
 * When the webhook arrives relative to the customer's return: in practice either may be first. 'held' waits for
 * `release`.
 */
export type WebhookTiming = 'before' | 'after' | 'twice' | 'never' | 'held'

export type SentWebhook = { id: string; status: number | null }

export function webhookSender() {
  const held: { url: string; id: string }[] = []
  const sent: SentWebhook[] = []

  /** Retries after any status other than 200. */
  async function send(url: string, id: string) {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const status = await post(url, id)
      sent.push({ id, status })
      if (status === 200) return
      await pause(20 * attempt)
    }
  }

  return {
    sent,
    send,

    /** Returns the step to run after the customer was sent back. */
    async notifyAround(timing: WebhookTiming, url: string | undefined, id: string) {
      const nothing = () => Promise.resolve()
      if (url === undefined || timing === 'never') return nothing
      if (timing === 'held') {
        held.push({ url, id })
        return nothing
      }
      if (timing === 'after') return () => send(url, id)
      await send(url, id)
      return timing === 'twice' ? () => send(url, id) : nothing
    },

    async release() {
      await Promise.all(held.splice(0).map(({ url, id }) => send(url, id)))
    },
  }
}

async function post(url: string, id: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'user-agent': 'Mollie HTTP client/1.0',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ id }).toString(),
      signal: AbortSignal.timeout(15_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
