import path from 'node:path'

import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { notifyEach } from '#server/platform/db/change-events.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'
import {
  type DefaultText,
  findAppliedHash,
  saveAppliedTexts,
  writeChangedDefaults,
} from '#server/modules/content/texts/default-texts.sql.ts'
import { startingFields } from '#server/modules/content/validation/check-content-keys.ts'
import { isComponent } from '#server/modules/content/validation/page-names.ts'
import type { StartingFile } from '#server/modules/content/validation/starting-files.ts'

/** The texts that components request by name. The shop owns its pages and list items, so they get no defaults. */
export function parseDefaultTexts(files: readonly StartingFile[]): DefaultText[] {
  return files.flatMap((file) => {
    const folder = path.dirname(file.name)
    const language = folder === 'all' ? '' : folder
    const component = path.basename(file.name, '.yaml')
    if (!isComponent(component)) return []
    return startingFields(file).flatMap(({ block, kind, key, value }, position) =>
      (kind === 'text' || kind === 'area') && !/\/\d+$/.test(block)
        ? [{ path: component, block, kind, key, language, value, position }]
        : [],
    )
  })
}

/** Returns the number of texts written. */
export async function writeDefaultTexts(
  sql: Transaction,
  { hash, texts }: { hash: string; texts: DefaultText[] },
): Promise<number> {
  await lockPublishing(sql)
  // Without stored defaults it is unknown which texts the shop changed. All that differ count as changed.
  const isFirst = (await findAppliedHash(sql)) === undefined
  const written = isFirst ? 0 : await writeChangedDefaults(sql, texts)
  await saveAppliedTexts(sql, hash, texts)
  if (written > 0) await notifyEach(sql, 'channel', [SHARED_CHANNEL])
  return written
}
