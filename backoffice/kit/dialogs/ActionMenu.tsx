import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'

import css from './ActionMenu.module.css'

type ActionMenuProps = {
  label: string
  items: readonly { key: string; label: string; run: () => void }[]
  /** At the right end of its row. */
  end?: boolean
}

/** Actions that are used less often, behind one button. */
export function ActionMenu({ label, items, end = false }: ActionMenuProps) {
  return (
    <Popover
      label={label}
      end={end}
      faceClass={actionButtonClass()}
      face={
        <>
          {label}
          <BackofficeIcon name="down" />
        </>
      }
    >
      {(close) => (
        <ul className={css.items}>
          {items.map(({ key, label: item, run }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  close()
                  run()
                }}
              >
                {item}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
