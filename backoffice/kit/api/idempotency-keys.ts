import { sha256 } from '#domain/crypto/sha256.ts'
import { randomUuid } from '#ui/lib/random-key.ts'

const PREFIX = 'backoffice.action.'
/** Nobody presses a button again later than this: whoever does the same tomorrow means another one. */
const KEPT_MS = 60 * 60_000

type Seen = Readonly<Record<string, unknown>>
/** `seen`: what followed the page, as it was shown when the button was pressed first. */
type Kept = { key: string; at: number; seen: Seen }
/** Also where a browser refuses to keep anything. */
const here = new Map<string, Kept>()

/**
 * One key for one action until the shop has answered. Where the answer was lost nobody knows whether it was done: pressed
 * again, also after a reload, it goes out as it was under the same key, and the shop answers as it did. What `follows`
 * the page is no part of what somebody does: it changes by the very action whose answer was lost.
 */
export async function answeredOnce<Input extends object, Answer>(
  call: string,
  input: Input,
  follows: readonly (keyof Input & string)[],
  send: (input: Input, key: string) => Promise<Answer>,
): Promise<Answer> {
  const isSeen = ([field]: [string, unknown]) => (follows as readonly string[]).includes(field)
  const fields = Object.entries(input)
  const name = nameOf(call, Object.fromEntries(fields.filter((one) => !isSeen(one))))
  const { key, seen } = keptFor(name, Object.fromEntries(fields.filter(isSeen)))
  const answer = await send({ ...input, ...seen }, key)
  here.delete(name)
  onShelf((shelf) => shelf.removeItem(PREFIX + name))
  return answer
}

/** Of what somebody does only this stays in the browser. */
function nameOf(call: string, input: unknown): string {
  const bytes = sha256(encodeURIComponent(JSON.stringify([call, input])))
  return [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function keptFor(name: string, seen: Seen): Kept {
  const kept = here.get(name) ?? onShelf((shelf) => readKept(shelf.getItem(PREFIX + name)))
  if (kept && Date.now() - kept.at < KEPT_MS) return kept
  const fresh = { key: randomUuid(), at: Date.now(), seen }
  here.set(name, fresh)
  onShelf((shelf) => shelf.setItem(PREFIX + name, JSON.stringify(fresh)))
  return fresh
}

function readKept(text: string | null): Kept | undefined {
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

/** The tab's own, which outlives a reload. */
function onShelf<Result>(action: (shelf: Storage) => Result): Result | undefined {
  try {
    return action(sessionStorage)
  } catch {
    return undefined
  }
}
