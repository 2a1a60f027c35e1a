import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { ParseArgsConfig } from 'node:util'

import { isDay } from '#domain/time/zone-days.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import { UsageError } from '#server/platform/startup-error.ts'

/** Results go to standard output, so that they can be redirected; everything else to standard error. */
export const out = (line: string) => process.stdout.write(`${line}\n`)
export const note = (line: string) => process.stderr.write(`${line}\n`)

/** npm runs scripts in the project folder, but file names on the command line are relative to the user's folder. */
export const resolveUserPath = (file: string) =>
  path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file)

export type Values = Record<string, string | boolean | undefined>
export type CommandArguments = { words: string[]; values: Values }
export type Command = {
  usage: string
  about: string
  /** Creates the shop if there is none. All other commands refuse an empty database. */
  createsShop?: true
  options: NonNullable<ParseArgsConfig['options']>
} & (
  | {
      /** Returns the exit code. */
      run(
        shop: {
          sql: Sql
          config: Config
          asOwner: OpenDatabase['asOwner']
          /** Aborted by a stop signal. */
          stopped: AbortSignal
        },
        args: CommandArguments,
      ): Promise<number>
    }
  | {
      /** The same for a command that needs no shop and no database. */
      runAlone(args: CommandArguments): Promise<number>
    }
)

export function textOption(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value.trim() === '')
    throw new UsageError(`--${name} is missing.`)
  return value.trim()
}

export function wholeNumberOption(values: Values, name: string, minimum: number): number {
  const value = textOption(values, name)
  if (!/^\d{1,7}$/.test(value) || Number(value) < minimum) {
    throw new UsageError(`--${name} must be a whole number from ${minimum}.`)
  }
  return Number(value)
}

export function dayOption(values: Values, name: string): string {
  const value = textOption(values, name)
  if (!isDay(value)) throw new UsageError(`--${name} must be a date such as 2027-12-31.`)
  return value
}

export function monthOption(values: Values): string {
  const value = textOption(values, 'month')
  if (!isDay(`${value}-01`)) throw new UsageError('--month must be a month such as 2026-10.')
  return `${value}-01`
}

export async function refuseFolder(file: string) {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new UsageError(`${file} is a folder. Enter a file name.`)
}

/** Prints the findings of a check. Returns the exit code: 1 if there are findings. */
export function printFindings(
  findings: { code: string; subject: string; message: string; resolve: string }[],
) {
  for (const { code, subject, message, resolve } of findings) {
    out(`${code} ${subject}: ${message}. ${resolve}`)
  }
  out(findings.length === 0 ? 'The accounts match.' : `Differences found: ${findings.length}.`)
  return findings.length === 0 ? 0 : 1
}
