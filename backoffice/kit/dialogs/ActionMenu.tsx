import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'

import css from './ActionMenu.module.css'

type ActionMenuProps = {
  label: string
  items: readonly { key: string; label: string; run: () => void }[]
  /** At the right end of its row. */
  end?: boolean
}

/** Actions that are used less often, behind one button. A single one is a button itself. */
export function ActionMenu({ label, items, end = false }: ActionMenuProps) {
  const [only, ...more] = items
  if (only && more.length === 0) return <ActionButton onClick={only.run}>{only.label}</ActionButton>
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
