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
export function logsJson(
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
export function createStartupLog(environment: Environment) {
  const { stdout } = process
  const writeInfo = lineWriter(environment, stdout, INFO)
  const isTerminal = stdout.isTTY && !logsJson(environment, stdout)
  const steps: Steps = isTerminal ? timedSteps(stdout) : { begin: writeInfo, end: () => {} }
  const writeFatal = lineWriter(environment, process.stderr, FATAL)
  return {
    steps,
    say: (msg: string) => {
      steps.end()
      writeInfo(msg)
    },
    complain: (msg: string, extraFields?: object) => {
      steps.end()
      writeFatal(msg, extraFields)
    },
  }
}

/** Writes one line for each step, with its seconds at the end. Text after a colon names a part of the same step. */
export function timedSteps(stream: { write(text: string): unknown }): Steps {
  let step = ''
  let stepStart = 0
  function end() {
    if (step !== '') stream.write(` ${((performance.now() - stepStart) / 1000).toFixed(1)} s\n`)
    step = ''
  }
  return {
    end,
    begin(line) {
      const [name = ''] = (line.endsWith(' …') ? line.slice(0, -2) : line).split(': ')
      if (name === step) return
      end()
      // A full stop marks a message, not a step.
      if (line.endsWith('.')) return stream.write(`${line}\n`)
      stream.write(`${name} …`)
      step = name
      stepStart = performance.now()
    },
  }
}

function lineWriter(environment: Environment, stream: NodeJS.WriteStream, level: number) {
  const isJson = logsJson(environment, stream)
  return (msg: string, extraFields: object = {}) => {
    if (!isJson)
      return stream.write(formatLine({ level, time: Date.now(), ...extraFields, msg }, msg))
    // One object per line of the message: in one object, readers would see \n instead of line breaks.
    const lines = msg.split('\n').map((line) => line.trim())
    const time = Date.now()
    return stream.write(
      lines
        .map((line) => `${JSON.stringify({ level, time, ...extraFields, msg: line })}\n`)
        .join(''),
    )
  }
}

/** Log lines for a terminal: time, level, message and fields, then the stack. */
export function terminalStream(stream: { write(text: string): unknown }) {
  return {
    write(text: string) {
      const line = JSON.parse(text) as Line
      const at = new Date(line.time).toTimeString().slice(0, 8)
      stream.write(formatLine(line, `${at} ${LEVELS[line.level] ?? line.level} ${line.msg}`))
    },
  }
}

const OMITTED_FIELDS = ['level', 'time', 'msg']

function formatLine({ err, ...fields }: Line, head: string) {
  const fieldTexts = Object.entries(fields)
    .filter(([name]) => !OMITTED_FIELDS.includes(name))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const stack = err instanceof Object && 'stack' in err ? `\n${String(err.stack)}` : ''
  return `${[head, ...fieldTexts].join(' ')}${stack}\n`
}
