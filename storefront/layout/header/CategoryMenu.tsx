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
/** With more categories than this, they share the whole width. */
const MANY = 6

/** Each category is a link. Its subcategories open on hover, or by the button beside it for touch and keyboard. */
export function CategoryMenu({ items }: { items: readonly NavigationItem[] }) {
  const texts = useTexts('headercomponents')
  const [openId, setOpenId] = useState<string | null>(null)
  const box = useOpenPanel<HTMLElement>(openId !== null, () => setOpenId(null))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function openLater(id: string | null, ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpenId(id), ms)
  }
  function openNow(id: string | null) {
    clearTimeout(timer.current)
    setOpenId(id)
  }

  return (
    <nav className={css.menu} ref={box} aria-label={texts.text('menuLabel')}>
      <ul className={css.list} data-many={items.length > MANY || undefined}>
        {items.map((item, index) => (
          <Category
            key={item.id}
            item={item}
            wide={index === 0}
            atEnd={items.length > MANY && index >= items.length / 2}
            open={openId === item.id}
            onHover={(isOver) => openLater(isOver ? item.id : null, isOver ? OPEN_MS : CLOSE_MS)}
            onToggle={(open) => openNow(open ? item.id : null)}
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
  /** In the right half of a long menu, where the panel opens to the left. */
  atEnd: boolean
  open: boolean
  onHover: (isOver: boolean) => void
  onToggle: (open: boolean) => void
}

function Category({ item, wide, atEnd, open, onHover, onToggle }: CategoryProps) {
  const texts = useTexts('headercomponents')
  const id = useId()
  const columns = columnsOf(item)
  const hover = (isOver: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') onHover(isOver)
  }
  return (
    <li
      className={css.category}
      data-open={open || undefined}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
    >
      <ShopLink to={categoryPath(item)} className={css.link} onClick={() => onToggle(false)}>
        {item.title}
      </ShopLink>
      {columns.length > 0 ? (
        <>
          <button
            type="button"
            className={css.opener}
            aria-expanded={open}
            aria-controls={id}
            aria-label={texts.text('openCategory', { category: item.title }, item.title)}
            onClick={() => onToggle(!open)}
          >
            <Icon name="chevron-down" />
          </button>
          <div
            id={id}
            className={classNames(css.panel, wide ? css.wide : css.narrow, atEnd && css.atEnd)}
            hidden={!open}
          >
            <div className={css.columns}>
              {columns.map((column, index) => (
                <ul key={index === 0 ? 'first' : 'second'} className={css.column}>
                  {column.map((child) => (
                    <li key={child.id}>
                      <ShopLink
                        to={categoryPath(child, index + 1)}
                        className={css.child}
                        onClick={() => onToggle(false)}
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
