import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'

import css from './ActionMenu.module.css'

type ActionMenuProps = {
  label: string
  /** The subject of the actions, for screen readers, if a page has several of these menus. */
  about?: string
  items: readonly { key: string; label: string; isRisky?: boolean; run: () => void }[]
  /** At the right end of its row. */
  end?: boolean
  /** In a row of many: three dots instead of the words. */
  dots?: boolean
}

/** Actions that are used less often, behind one button. A single one is a button itself, unless it is risky. */
export function ActionMenu({ label, about, items, end = false, dots = false }: ActionMenuProps) {
  const [first, ...more] = items
  const subject = about === undefined ? null : <span className="visually-hidden"> {about}</span>
  if (first && more.length === 0 && !dots && !first.isRisky) {
    return (
      <ActionButton onClick={first.run}>
        {first.label}
        {subject}
      </ActionButton>
    )
  }
  return (
    <Popover
      label={label}
      end={end}
      triggerClass={actionButtonClass(dots ? 'plain' : undefined)}
      trigger={
        dots ? (
          <>
            <span className="visually-hidden">{label}</span>
            {subject}
            <BackofficeIcon name="more" />
          </>
        ) : (
          <>
            {label}
            {subject}
            <BackofficeIcon name="down" />
          </>
        )
      }
    >
      {(close) => (
        <ul className={css.items}>
          {items.map(({ key, label: item, isRisky = false, run }) => (
            <li key={key}>
              <button
                type="button"
                data-risky={isRisky || undefined}
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
