import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'

import type { NavigationItem } from '#contract/content/content.shop.ts'
import { categoryPath, columnsOf } from '#storefront/layout/header/category-links.ts'
import { useOpenPanel } from '#storefront/layout/header/use-open-panel.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CategoryMenu.module.css'

const OPEN_MS = 90
const CLOSE_MS = 220
/** From this number on, they share the whole width. */
const MANY = 6

/** Each category is a link. Its subcategories open on hover, or by the button beside it for touch and keyboard. */
export function CategoryMenu({ items }: { items: readonly NavigationItem[] }) {
  const words = useTexts('headercomponents')
  const [openId, setOpenId] = useState<string | null>(null)
  const box = useOpenPanel<HTMLElement>(openId !== null, () => setOpenId(null))
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])

  function soon(id: string | null, ms: number) {
    clearTimeout(later.current)
    later.current = setTimeout(() => setOpenId(id), ms)
  }
  function choose(id: string | null) {
    clearTimeout(later.current)
    setOpenId(id)
  }

  return (
    <nav className={css.menu} ref={box} aria-label={words.text('menuLabel')}>
      <ul className={css.list} data-many={items.length > MANY || undefined}>
        {items.map((item, at) => (
          <Category
            key={item.id}
            item={item}
            wide={at === 0}
            late={items.length > MANY && at >= items.length / 2}
            open={openId === item.id}
            onRest={(resting) => soon(resting ? item.id : null, resting ? OPEN_MS : CLOSE_MS)}
            onChoose={(open) => choose(open ? item.id : null)}
          />
        ))}
      </ul>
    </nav>
  )
}

type CategoryProps = {
  item: NavigationItem
  /** The first one opens a wider panel. */
  wide: boolean
  /** At the right end, where the panel opens to the left. */
  late: boolean
  open: boolean
  onRest: (resting: boolean) => void
  onChoose: (open: boolean) => void
}

function Category({ item, wide, late, open, onRest, onChoose }: CategoryProps) {
  const words = useTexts('headercomponents')
  const id = useId()
  const columns = columnsOf(item)
  const resting = (rests: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') onRest(rests)
  }
  return (
    <li
      className={css.category}
      data-open={open || undefined}
      onPointerEnter={resting(true)}
      onPointerLeave={resting(false)}
    >
      <ShopLink to={categoryPath(item)} className={css.link} onClick={() => onChoose(false)}>
        {item.title}
      </ShopLink>
      {columns.length > 0 ? (
        <>
          <button
            type="button"
            className={css.opener}
            aria-expanded={open}
            aria-controls={id}
            aria-label={words.text('openCategory', { category: item.title }, item.title)}
            onClick={() => onChoose(!open)}
          >
            <Icon name="chevron-down" />
          </button>
          <div
            id={id}
            className={classNames(css.panel, wide ? css.wide : css.narrow, late && css.late)}
            hidden={!open}
          >
            <div className={css.columns}>
              {columns.map((column, at) => (
                <ul key={at === 0 ? 'first' : 'second'} className={css.column}>
                  {column.map((child) => (
                    <li key={child.id}>
                      <ShopLink
                        to={categoryPath(child, at + 1)}
                        className={css.child}
                        onClick={() => onChoose(false)}
                      >
                        {child.title}
                      </ShopLink>
                    </li>
                  ))}
                </ul>
              ))}
            </div>
          </div>
        </>
      ) : null}
    </li>
  )
}
