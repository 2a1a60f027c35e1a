import type { Writable } from 'node:stream'

type Environment = Record<string, string | undefined>
type Line = { level: number; time: number; msg: string } & Record<string, unknown>

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}
const INFO = 30
const FATAL = 60

/** Whether the log has one JSON object per line. Without LOG_FORMAT, only a terminal gets plain text. */
export function readsJson(
  { LOG_FORMAT }: { LOG_FORMAT?: string | undefined },
  stream: Writable & { isTTY?: boolean },
) {
  return LOG_FORMAT ? LOG_FORMAT === 'json' : stream.isTTY !== true
}

/** Steps of a start, one after the other. */
export type Steps = {
  /** Also ends the previous step. */
  begin(line: string): void
  end(): void
}

/** Writes steps of a start, messages and errors, independent of LOG_LEVEL. */
export function speaker(environment: Environment) {
  const { stdout } = process
  const writeInfo = lineWriter(environment, stdout, INFO)
  const isForPerson = stdout.isTTY && !readsJson(environment, stdout)
  const steps: Steps = isForPerson ? timedSteps(stdout) : { begin: writeInfo, end: () => {} }
  const writeFatal = lineWriter(environment, process.stderr, FATAL)
  return {
    steps,
    say: (msg: string) => {
      steps.end()
      writeInfo(msg)
    },
    complain: (msg: string, more?: object) => {
      steps.end()
      writeFatal(msg, more)
    },
  }
}

/** Writes one line for each step, with its seconds at the end. Text after a colon names a part of the same step. */
export function timedSteps(out: { write(text: string): unknown }): Steps {
  let step = ''
  let stepStart = 0
  function end() {
    if (step !== '') out.write(` ${((performance.now() - stepStart) / 1000).toFixed(1)} s\n`)
    step = ''
  }
  return {
    end,
    begin(line) {
      const [name = ''] = (line.endsWith(' …') ? line.slice(0, -2) : line).split(': ')
      if (name === step) return
      end()
      // A full stop marks a message, not a step.
      if (line.endsWith('.')) return out.write(`${line}\n`)
      out.write(`${name} …`)
      step = name
      stepStart = performance.now()
    },
  }
}

function lineWriter(environment: Environment, stream: NodeJS.WriteStream, level: number) {
  const json = readsJson(environment, stream)
  return (msg: string, more: object = {}) => {
    if (!json) return stream.write(asText({ level, time: Date.now(), ...more, msg }, msg))
    // One object per line of the message: in one object, readers would see \n instead of line breaks.
    const lines = msg.split('\n').map((line) => line.trim())
    const time = Date.now()
    return stream.write(
      lines.map((line) => `${JSON.stringify({ level, time, ...more, msg: line })}\n`).join(''),
    )
  }
}

/** Log lines for a terminal: time, level, message and fields, then the stack. */
export function forTerminal(out: { write(text: string): unknown }) {
  return {
    write(text: string) {
      const line = JSON.parse(text) as Line
      const at = new Date(line.time).toTimeString().slice(0, 8)
      out.write(asText(line, `${at} ${LEVELS[line.level] ?? line.level} ${line.msg}`))
    },
  }
}

const OMITTED_FIELDS = ['level', 'time', 'msg']

function asText({ err, ...rest }: Line, sentence: string) {
  const fields = Object.entries(rest)
    .filter(([name]) => !OMITTED_FIELDS.includes(name))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const stack = err instanceof Object && 'stack' in err ? `\n${String(err.stack)}` : ''
  return `${[sentence, ...fields].join(' ')}${stack}\n`
}
