import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { deskButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { DeskCheck } from '#backoffice/kit/form/FormField.tsx'
import { DeskIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

import css from './ColumnChoice.module.css'

/** Which columns stand there, in their own order. The first is the way into the row, and stays. */
export function ColumnChoice<Item>({
  list,
  address,
}: {
  list: ListOf<Item>
  address: ListAddress
}) {
  const say = useSay()
  const { shown } = address
  return (
    <div className={css.choice}>
      <Popover
        label={say('columns')}
        end
        faceClass={deskButtonClass('plain')}
        face={
          <>
            <DeskIcon name="columns" />
            {say('columns')}
          </>
        }
      >
        {() =>
          list.columns.slice(1).map(({ key, word, name }) => (
            <DeskCheck
              key={key}
              checked={shown.includes(key)}
              onChange={({ target }) =>
                address.showColumns(
                  list.columns
                    .map((column) => column.key)
                    .filter((one) => (one === key ? target.checked : shown.includes(one))),
                )
              }
            >
              {name ?? say(word)}
            </DeskCheck>
          ))
        }
      </Popover>
    </div>
  )
}
