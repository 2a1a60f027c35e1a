import { HOLDER_PLACEHOLDERS, PLACEHOLDERS } from '#contract/content/placeholders.ts'
import { placeholdersIn } from '#domain/content/text-template.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }

import { plainTextProblem } from './check-plain-text.ts'
import type { ContentField } from './content-schema.ts'
import type { PathInFile } from '#server/platform/parsing/file-errors.ts'

/** The placeholders allowed in this text of this component or page. */
export function placeholdersOf(component: string, block: string, key: string): string[] {
  const mail = component === 'websitetranslationcomponents' && block === '' && mailText(key)
  if (mail) return placeholdersIn(mail)
  const name = block === '' ? key : `${block.replace(/\/\d+$/, '/*')}.${key}`
  const known: Partial<Record<string, Readonly<Record<string, readonly string[]>>>> = PLACEHOLDERS
  return [...new Set([...(known[component]?.[name] ?? []), ...HOLDER_PLACEHOLDERS])]
}

/** The built-in mail text that a text `mail_<part>_<key>` replaces. */
function mailText(key: string): string | undefined {
  const [, part = '', name = ''] = /^mail_([a-z-]+)_(.+)$/.exec(key) ?? []
  const parts: Record<string, Record<string, string> | undefined> = dutchMailTexts
  return parts[part]?.[name]
}

export type VariableProblem = {
  code: 'unknown-variable' | 'broken-variable'
  /** As written in the text: the names, or the broken part. */
  variables: string[]
  /** The allowed placeholders. */
  allowed: string[]
  message: string
}

/** Every placeholder of a text must be known, and no single brace may be next to such a name. */
export function variableProblem(
  { path, block, key }: { path: string; block: string; key: string },
  text: string,
  isHtml: boolean,
): VariableProblem | undefined {
  const allowed = placeholdersOf(path, block, key)
  const used = placeholdersIn(text)
  const shown = isHtml ? text.replaceAll(/<[^<>]*>/g, '') : text
  const unknown = placeholdersIn(shown).filter((name) => !allowed.includes(name))
  const list = allowed.map((name) => `{${name}}`).join(', ') || 'nothing'
  if (unknown.length > 0) {
    const message = `{${unknown.join('}, {')}} cannot be used in '${key}'; available: ${list}`
    return { code: 'unknown-variable', variables: unknown, allowed, message }
  }
  // A name that is split by a tag looks like a placeholder to readers, but the shop would not fill it.
  const split = placeholdersIn(shown).filter((name) => !used.includes(name))
  const broken = split.length > 0 ? split.map((name) => `{${name}}`) : findBroken(shown, allowed)
  if (broken.length === 0) return undefined
  const message = `a variable in '${key}' is incomplete, at '${broken.join("', '")}': write one of ${list}`
  return { code: 'broken-variable', variables: broken, allowed, message }
}

const COMPLETE_PLACEHOLDER = /(?<!\{)\{\s*[a-z][\w.-]*\s*\}(?!\})/gi

/** A brace next to an allowed name, with any braces on the other side. */
function findBroken(shown: string, allowed: readonly string[]): string[] {
  if (allowed.length === 0) return []
  const names = allowed.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')
  const loose = new RegExp(`(?<!\\{)\\{+\\s*(${names})\\b(\\s*\\}+)?|\\b(${names})\\s*\\}+`, 'gi')
  return [
    ...new Set(
      [...shown.replaceAll(COMPLETE_PLACEHOLDER, '').matchAll(loose)].map(([match]) => match),
    ),
  ]
}

/**
 * Problems in these fields that the back office would refuse too, because the shop could not show the text as
 * written.
 */
export function textProblems(
  component: string,
  fields: ContentField[],
): { path: PathInFile; message: string }[] {
  return fields.flatMap(({ block, kind, key, value, path }) => {
    if (kind !== 'text' && kind !== 'area') return []
    const problems = [
      variableProblem({ path: component, block, key }, value, kind === 'area')?.message,
      kind === 'text' ? plainTextProblem({ path: component, block, key }, value) : undefined,
    ]
    return problems.flatMap((message) => (message === undefined ? [] : { path, message }))
  })
}
