import type { ReactNode } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { Column } from '#backoffice/kit/list/list-definition.ts'
import { TABLE_ROLES } from '#backoffice/kit/list/table-roles.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ListTable.module.css'

const LONGEST_LINE = 40
/** Free text can be any length. Longer texts wrap, short texts stay on one line. */
const isLong = (shown: ReactNode): shown is string =>
  typeof shown === 'string' && shown.length > LONGEST_LINE

type CellProps<Item> = {
  column: Column<Item> & { width?: 'rest' | 'share' | undefined }
  shown: ReactNode
  to: string | null
}

/** `to`: the address of the row's page, in the first cell. */
export function ListCell<Item>({
  column: { phonePosition, numeric, wraps, width },
  shown,
  to,
}: CellProps<Item>) {
  const { language } = useBackofficeLanguage()
  const content =
    typeof shown === 'number' ? (
      shown.toLocaleString(language)
    ) : isLong(shown) ? (
      <span className={css.twoLines} title={shown}>
        {shown}
      </span>
    ) : (
      shown
    )
  return (
    <td
      {...TABLE_ROLES.cell}
      data-phone={phonePosition}
      className={classNames(
        numeric && css.number,
        (wraps || isLong(shown)) && css.wraps,
        width === 'rest' && css.lead,
        width === 'share' && css.name,
      )}
    >
      {to === null ? (
        content
      ) : (
        <BackofficeLink data-row-link className={css.first} to={to}>
          {content}
        </BackofficeLink>
      )}
    </td>
  )
}
