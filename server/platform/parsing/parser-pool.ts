export { ParseFailed } from '#server/platform/parsing/parser-process.ts'
import {
  type ParseBounds,
  ParseFailed,
  ParserProcess,
} from '#server/platform/parsing/parser-process.ts'
import { WorkQueue } from '#server/platform/jobs/work-queue.ts'

type Lane = ParseBounds & {
  maxParallel: number
  maxWaiting: number
  maxBytes: number
}

const MEGABYTE = 1024 * 1024

/**
 * Each lane has processes of its own, so that hostile input of one kind delays no other kind. CPU times are several times
 * what the largest honest input takes on a slow machine.
 */
const LANES = {
  mail: { maxParallel: 1, maxWaiting: 20, cpuMs: 10_000, memoryMb: 512, maxBytes: 26 * MEGABYTE },
  /** Uploaded tables. Tables that the shop writes have a separate lane and do not wait for them. */
  sheet: { maxParallel: 1, maxWaiting: 10, cpuMs: 15_000, memoryMb: 768, maxBytes: 26 * MEGABYTE },
  writing: {
    maxParallel: 1,
    maxWaiting: 10,
    cpuMs: 30_000,
    memoryMb: 768,
    maxBytes: 26 * MEGABYTE,
  },
  /** Pictures of a channel folder: its command reads many, and waits for all of them. */
  import: {
    maxParallel: 2,
    maxWaiting: 1000,
    cpuMs: 20_000,
    memoryMb: 768,
    maxBytes: 20 * MEGABYTE,
  },
  /** Uploaded pictures, and pictures for printed documents. */
  upload: { maxParallel: 1, maxWaiting: 20, cpuMs: 20_000, memoryMb: 768, maxBytes: 20 * MEGABYTE },
  /** Sizes that visitors request. A queue of a hundred takes some ten seconds, which is as long as a visitor waits. */
  photo: { maxParallel: 2, maxWaiting: 100, cpuMs: 15_000, memoryMb: 768, maxBytes: 20 * MEGABYTE },
  drawing: { maxParallel: 1, maxWaiting: 40, cpuMs: 5000, memoryMb: 512, maxBytes: 20 * MEGABYTE },
} as const satisfies Record<string, Lane>
export type LaneName = keyof typeof LANES

/** A process without work ends after this time, to free its memory. */
const IDLE_MS = 30_000

class ParserLane {
  readonly #queue: WorkQueue
  readonly #idle: ParserProcess[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(readonly bounds: Lane) {
    this.#queue = new WorkQueue(bounds.maxParallel, bounds.maxWaiting)
  }

  get waiting() {
    return this.#queue.waiting
  }

  /** Waits for a free process. `work` may then parse several times. */
  run<Done>(client: string, work: (parse: Parse) => Promise<Done>): Promise<Done> {
    return this.#queue.run(() => work((...request) => this.#parse(...request)), client)
  }

  async #parse(task: string, input: unknown, lowerBounds: LowerBounds = {}): Promise<unknown> {
    const { cpuMs, memoryMb, maxBytes } = { ...this.bounds, ...lowerBounds }
    if (sizeOf(input) > maxBytes) throw new ParseFailed('size', `${task}: the input is too large`)
    const parser = this.#idle.pop() ?? new ParserProcess(memoryMb)
    clearTimeout(this.#timer)
    try {
      return await parser.run({ task, input, cpuMs, memoryMb })
    } finally {
      if (parser.isUsable) this.#idle.push(parser)
      else parser.end()
      this.#timer = setTimeout(() => this.end(), IDLE_MS).unref()
    }
  }

  end() {
    for (const parser of this.#idle.splice(0)) parser.end()
  }
}

const lanes = new Map<LaneName, ParserLane>()
function laneOf(name: LaneName): ParserLane {
  let lane = lanes.get(name)
  if (!lane) {
    lane = new ParserLane(LANES[name])
    lanes.set(name, lane)
  }
  return lane
}

/** For a task with lower limits than its lane. */
type LowerBounds = Partial<ParseBounds>
type Parse = (task: string, input: unknown, lowerBounds?: LowerBounds) => Promise<unknown>
export type ParserSlot = { parse: Parse }

/** Runs the work with a parser process of the lane. Clients are served in turn. Throws QueueFull. */
export const withParser = <Done>(
  lane: LaneName,
  client: string,
  work: (slot: ParserSlot) => Promise<Done>,
): Promise<Done> => laneOf(lane).run(client, (parse) => work({ parse }))

/**
 * A task on external input. It runs in a separate process with limits on CPU time, memory, input size and
 * concurrency, and throws ParseFailed. server/app/run-parsers.ts maps the name to the function of this type.
 */
export function parserTask<Work extends (input: never) => unknown>(task: string) {
  return async (
    { parse }: ParserSlot,
    input: Parameters<Work>[0],
    lowerBounds?: LowerBounds,
  ): Promise<Awaited<ReturnType<Work>>> =>
    (await parse(task, input, lowerBounds)) as Awaited<ReturnType<Work>>
}

/** The number of waiting tasks in these lanes. */
export const parsersWaiting = (names: readonly LaneName[]) =>
  names.reduce((sum, name) => sum + (lanes.get(name)?.waiting ?? 0), 0)

/** Ends the idle processes. Busy processes end with their parent. */
export function endParsers() {
  for (const lane of lanes.values()) lane.end()
}

function sizeOf(input: unknown): number {
  if (ArrayBuffer.isView(input)) return input.byteLength
  if (typeof input === 'string') return input.length
  if (typeof input !== 'object' || input === null) return 0
  return Object.values(input).reduce(
    (sum: number, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0),
    0,
  )
}
