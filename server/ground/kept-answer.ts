import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import type { Memory, Shelf } from '#server/ground/memory.ts'

const compress = promisify(brotliCompress)

export const takesBrotli = (accepted: string | string[] | undefined) =>
  typeof accepted === 'string' && /\bbr\b(?!;q=0(\.0*)?(,|$))/.test(accepted)

/** An answer's bytes, made once and sent as long as what they say is true. */
export class KeptAnswer {
  readonly bytes: Buffer
  readonly etag: string
  #brotli: Promise<Buffer> | undefined
  #packed: Buffer | undefined
  #given = false

  constructor(
    answer: unknown,
    write: (answer: unknown) => string = JSON.stringify,
    readonly type = 'application/json; charset=utf-8',
  ) {
    this.bytes = Buffer.from(write(answer))
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`
  }

  static html(page: string) {
    return new KeptAnswer(page, String, 'text/html; charset=utf-8')
  }

  /** Compressed when the first one asks for it, while the others wait for the same bytes. */
  brotli(): Promise<Buffer> {
    this.#brotli ??= compress(this.bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
      },
    }).then((packed) => (this.#packed = withoutRoom(packed)))
    return this.#brotli
  }

  /** Whether it was given before: for the figures. */
  giveAgain(): boolean {
    const before = this.#given
    this.#given = true
    return before
  }

  /** The compressed bytes, once they are there: whoever has them need not wait for a promise. */
  get packed(): Buffer | undefined {
    return this.#packed
  }
}

/** What was compressed lies in the first part of a larger piece of memory, all of which would stay. */
function withoutRoom(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Answers under their keys, within the process's memory. */
export type KeptAnswers = Shelf<string, KeptAnswer>

export const keptAnswers = (memory: Memory, kind: string): KeptAnswers => memory.shelf(kind, sizeOf)

/** Where an answer is kept. */
export type AnswerPlace = { kept: KeptAnswers; key: string }

/** Other names of answers: whatever it is asked by, its bytes are remembered once and forgotten where they are kept. */
export class AnswerNames {
  readonly #places: Shelf<string, AnswerPlace>

  constructor(memory: Memory, kind: string) {
    this.#places = memory.shelf(kind, (_, name) => name.length * 2)
  }

  find(name: string): KeptAnswer | undefined {
    const place = this.#places.find(name)
    return place?.kept.find(place.key)
  }

  keep(name: string, { kept, key }: AnswerPlace) {
    this.#places.keep(name, { kept, key })
  }

  clear() {
    this.#places.clear()
  }

  close() {
    this.#places.close()
  }
}

/** With room for the compressed form. */
const sizeOf = (answer: KeptAnswer, key: string) =>
  answer.bytes.length * 1.25 + key.length * 2 + 300
