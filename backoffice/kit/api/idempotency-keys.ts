import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

import { randomUuid } from '#ui/lib/random-key.ts'

const PREFIX = 'backoffice.action.'
/** The same action after this time is a new action, not a retry. */
const STORED_MS = 60 * 60_000

type Seen = Readonly<Record<string, unknown>>
/** `seen`: the values of `follows` at the first press of the button. */
type Kept = { key: string; at: number; seen: Seen }
/** Used if the browser refuses storage. */
const here = new Map<string, Kept>()

/**
 * One idempotency key per action until the shop has responded. If the response is lost, the next press sends the same
 * request under the same key, also after a reload. Fields in `follows` are not part of the action's identity, because
 * the action itself changes them.
 */
export async function withIdempotencyKey<Input extends object, Answer>(
  call: string,
  input: Input,
  follows: readonly (keyof Input & string)[],
  send: (input: Input, key: string) => Promise<Answer>,
): Promise<Answer> {
  const isSeen = ([field]: [string, unknown]) => (follows as readonly string[]).includes(field)
  const fields = Object.entries(input)
  const name = nameOf(call, Object.fromEntries(fields.filter((one) => !isSeen(one))))
  const { key, seen } = storedFor(name, Object.fromEntries(fields.filter(isSeen)))
  const answer = await send({ ...input, ...seen }, key)
  here.delete(name)
  withStorage((store) => store.removeItem(PREFIX + name))
  return answer
}

/** A hash: the browser never stores the input itself. */
function nameOf(call: string, input: unknown): string {
  const hash = sha256(utf8ToBytes(encodeURIComponent(JSON.stringify([call, input]))))
  return bytesToHex(hash.subarray(0, 16))
}

function storedFor(name: string, seen: Seen): Kept {
  const kept = here.get(name) ?? withStorage((store) => readStored(store.getItem(PREFIX + name)))
  if (kept && Date.now() - kept.at < STORED_MS) return kept
  const fresh = { key: randomUuid(), at: Date.now(), seen }
  here.set(name, fresh)
  withStorage((store) => store.setItem(PREFIX + name, JSON.stringify(fresh)))
  return fresh
}

function readStored(text: string | null): Kept | undefined {
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

/** The tab's session storage, which survives a reload. */
function withStorage<Result>(action: (store: Storage) => Result): Result | undefined {
  try {
    return action(sessionStorage)
  } catch {
    return undefined
  }
}
