import pino, { type Logger } from 'pino'

import type { Config } from '#server/platform/config/config.ts'
import { terminalStream, logsJson } from '#server/platform/log/event-lines.ts'

/**
 * Codes and tokens never reach a log. Requests are logged by route and not by URL. Other fields that may contain one
 * are redacted by name, and by pattern in error texts.
 */
export function createLogger(config: Config, stream?: { write(line: string): void }): Logger {
  const options: pino.LoggerOptions = {
    level: config.LOG_LEVEL,
    base: null,
    redact: {
      paths: [
        'wt',
        'token',
        'encrypted_code',
        'code',
        '*.wt',
        '*.token',
        '*.encrypted_code',
        'req.headers.authorization',
        'headers.authorization',
      ],
      censor: '[struck out]',
    },
    serializers: { err: (error: unknown) => redact(pino.stdSerializers.err(error as Error)) },
  }
  if (stream) return pino(options, stream)
  return logsJson(config, process.stdout)
    ? pino(options)
    : pino(options, terminalStream(process.stdout))
}

/**
 * Base64 of a SHA-1, a session token (which may start and end with a dash), and a voucher code in an address,
 * anywhere in the text.
 */
const SECRETS =
  /[A-Za-z0-9+/]{27}=|(?<![\w-])[\w-]{43}(?![\w-])|(?<=[?&](?:wt|encrypted_code)=)[^&\s"']+/g

/** Fields of database errors that contain values of rows, and so personal data. */
const PERSONAL_FIELDS = new Set(['parameters', 'args', 'detail', 'where'])

function redact(error: object): object {
  return Object.fromEntries(
    Object.entries(error)
      .filter(([key]) => !PERSONAL_FIELDS.has(key))
      .map(([key, value]) => [key, withoutSecrets(value)]),
  )
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(SECRETS, '[struck out]')
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return isNestedError(value) ? redact(value) : value
}

/** Errors inside an error that the serializer has already converted. Other values may be large or circular. */
const isNestedError = (value: unknown) =>
  value instanceof Object && 'stack' in value && 'type' in value
