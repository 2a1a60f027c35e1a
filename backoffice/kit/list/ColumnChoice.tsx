import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { columnsOf, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ColumnChoice.module.css'

/** Shows and hides columns in their fixed order. The first column is the link to the row and is always visible. */
export function ColumnChoice<Item>({
  list,
  address,
}: {
  list: ListDefinition<Item>
  address: ListAddress
}) {
  const t = useTranslate()
  const { visibleColumns } = address
  const columns = columnsOf(list.columns)
  return (
    <div className={css.choice}>
      <Popover
        label={t('columns')}
        end
        triggerClass={actionButtonClass('plain')}
        trigger={
          <>
            <BackofficeIcon name="columns" />
            {t('columns')}
          </>
        }
      >
        {() =>
          columns.slice(1).map(({ key, label, channel }) => (
            <FormCheckbox
              key={key}
              checked={visibleColumns.includes(key)}
              onChange={({ target }) =>
                address.setColumns(
                  columns
                    .map((column) => column.key)
                    .filter((name) =>
                      name === key ? target.checked : visibleColumns.includes(name),
                    ),
                )
              }
            >
              {channel === undefined ? t(label) : <ChannelName id={channel} />}
            </FormCheckbox>
          ))
        }
      </Popover>
    </div>
  )
}
