import { useState } from 'react'

import {
  topOf,
  type ReadList,
  type SaidColumns,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'
import { FormCheckbox, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { guessColumns, PEOPLE_FIELDS, type PeopleField } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

const KEPT = 'people-columns'
/** Lists of so many kinds are remembered, the last ones. */
const MOST_KEPT = 20

/** The columns that the user assigned before to a list with this header, in this browser. */
export function columnsSaidBefore(rows: string[][]): SaidColumns | null {
  const first = topOf(rows)
  return keptColumns().find((one) => one.first === first) ?? null
}

function keptColumns(): SaidColumns[] {
  try {
    return JSON.parse(readSetting(KEPT) ?? '[]') as SaidColumns[]
  } catch {
    return []
  }
}

/** A list without a header starts with people's names, which must not be stored. */
function remember(assigned: SaidColumns) {
  const others = keptColumns().filter(({ first }) => first !== assigned.first)
  const all = assigned.heads > 0 ? [assigned, ...others] : others
  saveSetting(KEPT, JSON.stringify(all.slice(0, MOST_KEPT)))
}

/** Assigns the columns of a list whose header is missing or wrong. */
export function RecipientColumns({
  read: { rows, columns, leftOut },
  onChange,
}: {
  read: ReadList
  onChange: (assigned: SaidColumns) => void
}) {
  const t = useTranslate()
  const { heads, fields } = columns
  // Stays open after the assignment until the user closes it.
  const [open] = useState(heads === 0 || leftOut.columns.length > 0)
  if (fields.length < 2) return null
  const change = (next: Partial<SaidColumns>) => {
    const assigned = { heads, fields, ...next, first: topOf(rows) }
    remember(assigned)
    onChange(assigned)
  }
  const head = heads === 0 ? [] : (rows[heads - 1] ?? [])
  const example = rows[heads] ?? []
  return (
    <details className={css.whichColumns} open={open}>
      <summary>{t('columnsOfFile', { count: fields.length })}</summary>
      <FormCheckbox
        checked={heads > 0}
        onChange={({ target }) =>
          change({ heads: target.checked ? Math.max(1, guessColumns(rows).heads) : 0 })
        }
      >
        {t('firstRowIsHeader')}
      </FormCheckbox>
      <div className={css.columnsOfList}>
        {fields.map((field, at) => (
          <FormSelect
            // Two columns may have the same words above them.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            label={head[at] || t('columnNumber', { number: at + 1 })}
            hint={example[at] ?? ''}
            value={field ?? ''}
            onChange={({ target }) => {
              const chosen = target.value === '' ? null : (target.value as PeopleField)
              change({
                fields: fields.map((one, place) =>
                  place === at ? chosen : one === chosen ? null : one,
                ),
              })
            }}
          >
            <option value="">{t('dontImport')}</option>
            {PEOPLE_FIELDS.map((one) => (
              <option key={one} value={one}>
                {t(`recipientField.${one}`)}
              </option>
            ))}
          </FormSelect>
        ))}
      </div>
    </details>
  )
}
