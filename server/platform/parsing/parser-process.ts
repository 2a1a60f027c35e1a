import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

import { projectRoot } from '#server/platform/storage/project-root.ts'

/**
 * `time` and `memory`: it exceeded a limit. `size`: larger than any legitimate input. `error`: the parser could not
 * read it. `ended`: the process ended for a reason unrelated to the input.
 */
export type ParseFailure = 'time' | 'memory' | 'size' | 'error' | 'ended'

export class ParseFailed extends Error {
  override name = 'ParseFailed'
  constructor(
    readonly failure: ParseFailure,
    message: string,
    /** The elapsed time ran out, which also happens when the machine is suspended. */
    readonly byElapsedTime = false,
  ) {
    super(message)
  }

  /** Another attempt may succeed: the process ended, or the machine may have been suspended. */
  get mayBeUnrelatedToInput() {
    return this.failure === 'ended' || this.byElapsedTime
  }
}

/** The limits of one task. CPU time, not elapsed time, so that a busy machine does not fail good input. */
export type ParseBounds = { cpuMs: number; memoryMb: number }

/** From the server to a parser process, and back. */
export type ParserRequest = ParseBounds & { task: string; input: unknown }
export type ParserReply = { done: unknown; memoryMb: number } | { failed: string; memoryMb: number }
export const READY = 'ready'

/** The signals and the exit code with which a parser process ends itself. */
export const OUT_OF_TIME = 'SIGVTALRM'
export const OUT_OF_MEMORY = 'SIGUSR2'
export const PARSER_FAULT = 70

/** A second limit by elapsed time, for tasks that wait without using the CPU. */
const ELAPSED_FACTOR = 10
const MIN_ELAPSED_MS = 60_000
/** Above the watchdog's limit, so that the watchdog ends the process first. */
const HEAP_ROOM_MB = 200
/** A process is replaced after this many tasks, or above this much memory, which limits memory leaks. */
const MAX_TASKS = 500
const MAX_MEMORY_MB = 350

/** Tests run from source and build this file first (global-setup.ts). */
const FILE = path.join(
  projectRoot,
  import.meta.url.endsWith('.ts') ? '.cache/parsers.mjs' : 'dist/parsers.mjs',
)

/**
 * Variables for fonts, libraries and temporary files. Secrets are not passed to a process that reads external input.
 */
const PASSED_VARIABLES =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|LANG|LC_\w+|LD_LIBRARY_PATH|DYLD_\w+|FONTCONFIG_\w+|XDG_\w+)$/i

/** One process that parses external input, one task at a time. */
export class ParserProcess {
  readonly #child: ChildProcess
  /** Resolves when it can take tasks; rejects if it never can. */
  readonly #ready: Promise<void>
  #tasks = 0
  #memoryMb = 0
  #hasEnded = false

  constructor(memoryMb: number) {
    this.#child = fork(FILE, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${memoryMb + HEAP_ROOM_MB}`],
      env: {
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => PASSED_VARIABLES.test(name)),
        ),
        NODE_ENV: 'production',
        // Each arena of the allocator keeps memory that was freed.
        MALLOC_ARENA_MAX: '2',
      },
    })
    this.#ready = new Promise((resolve) => {
      const markEnded = () => {
        this.#hasEnded = true
        resolve()
      }
      this.#child.once('message', () => resolve())
      this.#child.on('error', markEnded).once('exit', markEnded).once('disconnect', markEnded)
    })
  }

  get isUsable() {
    return !this.#hasEnded && this.#tasks < MAX_TASKS && this.#memoryMb < MAX_MEMORY_MB
  }

  async run(request: ParserRequest): Promise<unknown> {
    this.#tasks += 1
    await this.#ready
    if (this.#hasEnded)
      throw new ParseFailed('ended', `${request.task}: the parser process did not start`)
    this.#child.ref()
    this.#child.channel?.ref()
    try {
      return await this.#sendRequest(request)
    } catch (error) {
      if (!(error instanceof ParseFailed) || error.failure !== 'error') this.end()
      throw error
    } finally {
      // An idle parser process must not keep the server from ending.
      this.#child.unref()
      this.#child.channel?.unref()
    }
  }

  #sendRequest(request: ParserRequest): Promise<unknown> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      const elapsedMs = Math.max(MIN_ELAPSED_MS, ELAPSED_FACTOR * request.cpuMs)
      const fail = (failure: ParseFailure, message: string, byElapsedTime = false) => {
        settle()
        reject(new ParseFailed(failure, `${request.task}: ${message}`, byElapsedTime))
      }
      const timer = setTimeout(() => fail('time', 'took too much elapsed time', true), elapsedMs)
      const onReply = (reply: ParserReply) => {
        this.#memoryMb = reply.memoryMb
        if ('failed' in reply) return fail('error', reply.failed)
        settle()
        resolve(reply.done)
      }
      const onExit = (code: number | null, signal: string | null) =>
        fail(...failureOfExit(code, signal))
      const onError = (error: Error) => fail('ended', error.message)
      const settle = () => {
        clearTimeout(timer)
        child.off('message', onReply).off('exit', onExit).off('error', onError)
      }
      child.once('message', onReply).once('exit', onExit).once('error', onError)
      // If the process has ended, its exit event gives the better reason and arrives as well.
      child.send(request, () => {})
    })
  }

  end() {
    this.#hasEnded = true
    this.#child.kill('SIGKILL')
  }
}

/** The failure that the exit of a process means for its input. */
function failureOfExit(code: number | null, signal: string | null): [ParseFailure, string] {
  if (signal === OUT_OF_TIME) return ['time', 'used too much processor time']
  // The second one is the heap's own limit.
  if (signal === OUT_OF_MEMORY || signal === 'SIGABRT') return ['memory', 'used too much memory']
  if (code === PARSER_FAULT || signal === 'SIGSEGV' || signal === 'SIGBUS' || signal === 'SIGILL')
    return ['error', `the parser ended (${signal ?? 'fault'})`]
  return ['ended', `the parser process ended (${signal ?? code})`]
}
