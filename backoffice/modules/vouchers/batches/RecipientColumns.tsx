import { useState } from 'react'

import {
  headerKey,
  type RecipientList,
  type AssignedColumns,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'
import { FormCheckbox, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { guessColumns, PEOPLE_FIELDS, type PeopleField } from '#domain/vouchers/recipient-list.ts'

import css from './Batches.module.css'

const STORAGE_KEY = 'people-columns'
/** Only the assignments of the latest lists are stored. */
const MAX_STORED = 20

/** The columns that the user assigned before to a list with this header, in this browser. */
export function findAssignedColumns(rows: string[][]): AssignedColumns | null {
  const key = headerKey(rows)
  return readStoredColumns().find((assigned) => assigned.first === key) ?? null
}

function readStoredColumns(): AssignedColumns[] {
  try {
    return JSON.parse(readSetting(STORAGE_KEY) ?? '[]') as AssignedColumns[]
  } catch {
    return []
  }
}

/** A list without a header starts with people's names, which must not be stored. */
function storeColumns(assigned: AssignedColumns) {
  const others = readStoredColumns().filter(({ first }) => first !== assigned.first)
  const all = assigned.heads > 0 ? [assigned, ...others] : others
  saveSetting(STORAGE_KEY, JSON.stringify(all.slice(0, MAX_STORED)))
}

/** Assigns the columns of a list whose header is missing or wrong. */
export function RecipientColumns({
  list: { rows, columns, ignored },
  onChange,
}: {
  list: RecipientList
  onChange: (assigned: AssignedColumns) => void
}) {
  const t = useTranslate()
  const { heads, fields } = columns
  // Stays open after the assignment until the user closes it.
  const [isInitiallyOpen] = useState(heads === 0 || ignored.columns.length > 0)
  if (fields.length < 2) return null
  const change = (next: Partial<AssignedColumns>) => {
    const assigned = { heads, fields, ...next, first: headerKey(rows) }
    storeColumns(assigned)
    onChange(assigned)
  }
  const headers = heads === 0 ? [] : (rows[heads - 1] ?? [])
  const example = rows[heads] ?? []
  return (
    <details className={css.whichColumns} open={isInitiallyOpen}>
      <summary>{t('columnsOfList', { count: fields.length })}</summary>
      <FormCheckbox
        checked={heads > 0}
        onChange={({ target }) =>
          change({ heads: target.checked ? Math.max(1, guessColumns(rows).heads) : 0 })
        }
      >
        {t('firstRowIsHeader')}
      </FormCheckbox>
      <div className={css.columnsOfList}>
        {fields.map((field, index) => (
          <FormSelect
            // Two columns may have the same header.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={headers[index] || t('columnNumber', { number: index + 1 })}
            hint={example[index] ?? ''}
            value={field ?? ''}
            onChange={({ target }) => {
              const chosen = target.value === '' ? null : (target.value as PeopleField)
              // Another column with this field is no longer imported.
              const others = fields.map((other) => (other === chosen ? null : other))
              change({ fields: others.with(index, chosen) })
            }}
          >
            <option value="">{t('dontImport')}</option>
            {PEOPLE_FIELDS.map((option) => (
              <option key={option} value={option}>
                {t(`recipientField.${option}`)}
              </option>
            ))}
          </FormSelect>
        ))}
      </div>
    </details>
  )
}
