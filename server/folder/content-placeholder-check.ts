import { HOLDER_PLACEHOLDERS, PLACEHOLDERS } from '#contract/content-placeholders.ts'
import { placeholdersIn } from '#domain/text-template.ts'
import { dutchMailWords } from '#server/mail/dutch-mail-words.ts'

import type { ContentField } from './content-shape.ts'
import type { PathInFile } from './folder-place.ts'

/** What may stand in braces in this text of this component or page. */
export function placeholdersOf(component: string, block: string, key: string): string[] {
  const mail = component === 'websitetranslationcomponents' && block === '' && mailText(key)
  if (mail) return placeholdersIn(mail)
  const name = block === '' ? key : `${block.replace(/\/\d+$/, '/*')}.${key}`
  const known: Partial<Record<string, Readonly<Record<string, readonly string[]>>>> = PLACEHOLDERS
  return [...new Set([...(known[component]?.[name] ?? []), ...HOLDER_PLACEHOLDERS])]
}

/** The shop's own words where a text `mail_<part>_<key>` would stand instead of them. */
function mailText(key: string): string | undefined {
  const [, part = '', name = ''] = /^mail_([a-z-]+)_(.+)$/.exec(key) ?? []
  const parts: Record<string, Record<string, string> | undefined> = dutchMailWords
  return parts[part]?.[name]
}

/** Placeholders that the shop would take away without a word, because nothing ever stands in their place. */
export function unknownPlaceholders(
  component: string,
  fields: ContentField[],
): { path: PathInFile; message: string }[] {
  return fields.flatMap(({ block, kind, key, value, path }) => {
    if (kind !== 'text' && kind !== 'area') return []
    const known = placeholdersOf(component, block, key)
    return placeholdersIn(value)
      .filter((name) => !known.includes(name))
      .map((name) => ({
        path,
        message: `nothing stands for {${name}} in '${key}'; there is ${known.map((one) => `{${one}}`).join(', ') || 'nothing'}`,
      }))
  })
}
