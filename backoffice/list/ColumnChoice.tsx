import type { ListOf } from '#backoffice/list/list-shape.ts'
import type { ListAddress } from '#backoffice/list/use-list-address.ts'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { DeskCheck } from '#backoffice/parts/DeskField.tsx'
import { DeskIcon } from '#backoffice/parts/DeskIcon.tsx'
import { Popover } from '#backoffice/parts/Popover.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

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
