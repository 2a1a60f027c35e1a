import { LIVE_EVENTS, type LiveEvent } from '#contract/live/live-event.ts'
import type { StaffClient } from '#server/testing/clients/staff-client.ts'

export type LiveListener = {
  received: LiveEvent[]
  /** Kind and ID of each change, in order. */
  changes: () => string[]
  /** Resolves when the connection has ended. */
  closed: Promise<void>
  close: () => void
}

/** Listens to the live events of a colleague, as an open page does. */
export async function listenToLiveEvents(
  url: string,
  guest: StaffClient,
  { age }: { age?: number } = {},
): Promise<LiveListener> {
  const closing = new AbortController()
  const response = await fetch(
    `${url}/backoffice/api/live${age === undefined ? '' : `?age=${age}`}`,
    {
      headers: { cookie: guest.cookie() },
      signal: closing.signal,
    },
  )
  if (response.status !== 200 || !response.body) throw new Error(`no stream: ${response.status}`)
  const received: LiveEvent[] = []
  async function readEvents(body: ReadableStream<Uint8Array>) {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const bytes of body) {
        text += decoder.decode(bytes, { stream: true })
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const block of events) {
          const match = /^event: (\w+)\ndata: (.*)$/.exec(block)
          const event = LIVE_EVENTS.find((name) => name === match?.[1])
          if (event) received.push({ event, data: JSON.parse(match?.[2] ?? '{}') })
        }
      }
    } catch (error) {
      if (!closing.signal.aborted) throw error
    }
  }
  return {
    received,
    changes: () =>
      received.flatMap((one) =>
        one.event === 'change' ? [`${one.data.kind} ${one.data.id}`] : [],
      ),
    closed: readEvents(response.body),
    close: () => closing.abort(),
  }
}
