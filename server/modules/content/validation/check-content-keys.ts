import path from 'node:path'

import type { COMPONENTS } from '#domain/content/components.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }

import { type ContentField, contentFields, ContentShape } from './content-schema.ts'
import type { PathInFile } from '#server/platform/parsing/file-errors.ts'
import { findNearestName } from '#server/platform/parsing/nearest-name.ts'
import { isComponent } from './page-names.ts'
import { readYaml } from '#server/platform/parsing/read-yaml.ts'
import { readStartingFiles, type StartingFile } from './starting-files.ts'

/** Image keys. The starting files lack them, because a new shop has no images. */
const IMAGE_KEYS = {
  logoncomponents: ['background'],
  footercomponents: ['guarantee'],
  welcomeoverlaycomponents: ['captions', 'poster', 'video'],
  homepagecomponents: ['heroSection.hero'],
  basketcomponents: ['banner', 'paymentLogos/*.logo'],
  contactpagecomponents: ['banner'],
  wishlistcomponents: ['banner'],
  productlistpagecomponents: ['banner', 'stories/*.picture'],
  confirmationpagecomponents: ['hero'],
} satisfies Partial<Record<(typeof COMPONENTS)[number], string[]>>
/** The texts of mails are in this component. */
const MAIL_COMPONENT = 'websitetranslationcomponents'

let knownKeys: Promise<Map<string, Set<string>>> | undefined

/** Keys that no page uses. A channel's own page may have any keys. */
export async function unknownKeys(
  component: string,
  fields: ContentField[],
): Promise<{ path: PathInFile; message: string }[]> {
  if (!isComponent(component)) return []
  knownKeys ??= readKnownKeys()
  const known = (await knownKeys).get(component) ?? new Set()
  return fields.flatMap(({ block, key, path }) => {
    const name = nameOf(block, key)
    if (key === LENGTH_KEY || known.has(name)) return []
    const suggestion = findNearestName(name, known)
    const hint = suggestion ? `: did you mean '${suggestion}'?` : ''
    return [{ path, message: `no page uses '${name}' of '${component}'${hint}` }]
  })
}

/** The name in docs/components.md: a key in a block follows the name of the block. */
const nameOf = (block: string, key: string) =>
  block === '' ? key : `${block.replace(/\/\d+$/, '/*')}.${key}`

export function startingFields({ name, text }: StartingFile) {
  const { value: content } = readYaml(name, text)
  // An empty or unreadable file has no fields.
  return contentFields(ContentShape.parse(content?.value ?? {})).fields
}

async function readKnownKeys() {
  const known = new Map<string, Set<string>>()
  for (const [component, keys] of Object.entries(IMAGE_KEYS)) known.set(component, new Set(keys))
  known.set(MAIL_COMPONENT, new Set(mailKeys()))
  for (const file of await readStartingFiles()) {
    const component = path.basename(file.name, '.yaml')
    const keys = known.get(component) ?? new Set()
    for (const { block, key } of startingFields(file)) keys.add(nameOf(block, key))
    known.set(component, keys)
  }
  return known
}

const mailKeys = () =>
  Object.entries(dutchMailTexts).flatMap(([part, texts]) =>
    Object.keys(texts).map((key) => `mail_${part}_${key}`),
  )
