import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './StoryTile.module.css'

export type Story = { texts: PageTexts; to: string }

/**
 * The gifts before which a story appears. It is two places wide, leaves no gap in rows of two or three, and
 * alternates sides.
 */
const PLACES = [4, 16, 30, 42]

export function storyBefore(index: number, giftCount: number, stories: Story[]): Story | undefined {
  // A story is never the last item of a list.
  return giftCount > index + 1 ? stories[PLACES.indexOf(index)] : undefined
}

/** The editors' stories, not for searches. None links to the current list. */
export function storiesFor(texts: PageTexts, search: string): Story[] {
  const query = new URLSearchParams(search)
  if (query.has('search')) return []
  const currentTags = query.getAll('tagId').toSorted().join()
  return texts.block('stories').items.flatMap((story) => {
    const to = story.url('to') ?? ''
    if (!story.has('title') || !to.startsWith('/')) return []
    const storyTags = new URLSearchParams(to.split('?')[1]).getAll('tagId').toSorted().join()
    return currentTags !== '' && currentTags === storyTags ? [] : { texts: story, to }
  })
}

/** An editors' story with a link to its gifts. */
export function StoryTile({ story: { texts, to } }: { story: Story }) {
  const picture = texts.picture('picture')
  return (
    <section className={css.story} data-picture={picture ? true : undefined} data-story>
      {picture ? (
        <Picture
          file={picture.file}
          alt={picture.alt}
          sizes="(width < 37.5rem) 92vw, (width < 60rem) 60vw, 620px"
          ratio="auto"
          className={css.picture}
        />
      ) : null}
      <div className={css.words}>
        <h3 className={css.title}>{texts.jsx('title')}</h3>
        <p className={css.text}>{texts.jsx('text')}</p>
        <ShopLink to={to} className={css.link}>
          {texts.jsx('button')}
        </ShopLink>
      </div>
    </section>
  )
}
