import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

import { randomUuid } from '#ui/lib/random-key.ts'

const PREFIX = 'backoffice.action.'
/** The same action after this time is a new action, not a retry. */
const STORED_MS = 60 * 60_000

type FollowedValues = Readonly<Record<string, unknown>>
/** `seen`: the values of the followed fields at the first press of the button. */
type StoredKey = { key: string; at: number; seen: FollowedValues }
/** Used if the browser refuses storage. */
const inMemory = new Map<string, StoredKey>()

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
  const isFollowed = ([name]: [string, unknown]) => (follows as readonly string[]).includes(name)
  const fields = Object.entries(input)
  const identity = Object.fromEntries(fields.filter((field) => !isFollowed(field)))
  const name = hashAction(call, identity)
  const { key, seen } = findOrCreateKey(name, Object.fromEntries(fields.filter(isFollowed)))
  const answer = await send({ ...input, ...seen }, key)
  inMemory.delete(name)
  withStorage((store) => store.removeItem(PREFIX + name))
  return answer
}

/** A hash: the browser never stores the input itself. */
function hashAction(call: string, input: unknown): string {
  const hash = sha256(utf8ToBytes(encodeURIComponent(JSON.stringify([call, input]))))
  return bytesToHex(hash.subarray(0, 16))
}

function findOrCreateKey(name: string, seen: FollowedValues): StoredKey {
  const stored =
    inMemory.get(name) ?? withStorage((store) => readStored(store.getItem(PREFIX + name)))
  if (stored && Date.now() - stored.at < STORED_MS) return stored
  const fresh = { key: randomUuid(), at: Date.now(), seen }
  inMemory.set(name, fresh)
  withStorage((store) => store.setItem(PREFIX + name, JSON.stringify(fresh)))
  return fresh
}

function readStored(text: string | null): StoredKey | undefined {
  return text === null ? undefined : (JSON.parse(text) as StoredKey)
}

/** The tab's session storage, which survives a reload. */
function withStorage<Result>(action: (store: Storage) => Result): Result | undefined {
  try {
    return action(sessionStorage)
  } catch {
    return undefined
  }
}
