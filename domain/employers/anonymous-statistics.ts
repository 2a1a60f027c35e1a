/** Minimum group size for figures. It allows five people on each side. */
export const MIN_GROUP_SIZE = 10
const STEP = 5

/** What a group was given and what it did. */
export type PeopleSums = {
  people: number
  granted: number
  came: number
  ordered: number
  spent: number
}

/** Lower bounds. null: below one step, or not publishable. */
export type PublishedFigures = { came: number | null; ordered: number | null; spent: number | null }

/** What a group did and its maximum. No figures are published for people outside listed departments. */
type Did = { did: number; could: number; most?: number; unpublished?: 'few' | 'many' }
/**
 * What a reader can infer: a value between `published` and `most`. The highest minimum that a reader may infer is
 * `atLeast`.
 */
type Known = { published: number; most: number; atLeast: number }

const floorTo = (value: number, step: number) => Math.floor(value / step) * step
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** The highest figure to publish: at least one step below the maximum. */
const mostPublished = (could: number, step: number) => Math.max(0, floorTo(could - step, step))
const inSteps = ({ did, could }: Did, step: number) =>
  Math.max(0, Math.min(floorTo(did, step), mostPublished(could, step)))

/**
 * Mails of a campaign or department, in steps; null: below one step. If the campaign has sent no mail at all, the
 * result is an exact zero, because it reveals nothing about a person.
 */
export const roundedMailCount = (count: number, sentOfCampaign: number): number | null =>
  sentOfCampaign === 0 ? 0 : floorTo(count, STEP) || null

function knownOf(one: Did, step: number): Known {
  const { could, most = could, unpublished } = one
  const allButSome = Math.max(0, could - step)
  if (unpublished)
    return { published: 0, most, atLeast: unpublished === 'few' ? 0 : Math.min(most, allButSome) }
  const published = inSteps(one, step)
  const isMost = published === mostPublished(could, step)
  return {
    published,
    most: Math.max(published, Math.min(most, isMost ? could : published + step - 1)),
    atLeast: isMost ? Math.max(published, allButSome) : published,
  }
}

/**
 * The figures that an employer sees of a campaign and of its large enough departments. Small departments are hidden.
 * The campaign's figure is capped at the sum of all maxima minus the largest uncertainty of one part. So subtracting
 * the departments from the campaign reveals nothing about the hidden rest, and nothing more about a department. The
 * cap uses only published figures, so the cap itself reveals nothing.
 */
export function publishedFigures<Department extends PeopleSums>(
  whole: PeopleSums,
  all: readonly Department[],
): {
  whole: PublishedFigures
  departments: { of: Department; published: PublishedFigures }[]
} | null {
  if (whole.people < MIN_GROUP_SIZE) return null
  const departments = all.filter(({ people }) => people >= MIN_GROUP_SIZE)
  const rest = without(whole, departments)
  const parts: PeopleSums[] = rest.people > 0 ? [...departments, rest] : [...departments]
  // One points step for all parts, from the part with the most points per person, so that sums of steps are steps
  // too.
  const pointsStep = Math.max(
    1,
    ...parts.map(({ granted, people }) => Math.ceil((granted * STEP) / people)),
  )

  function publish(of: (one: PeopleSums, at: number) => Did, step: number) {
    const known = parts.map((part, at) => {
      const unpublished = part.people < MIN_GROUP_SIZE ? 'few' : 'many'
      return knownOf({ ...(part === rest ? { unpublished } : {}), ...of(part, at) }, step)
    })
    const safe =
      sumOf(known.map(({ most }) => most)) -
      Math.max(...known.map(({ most, atLeast }) => most - atLeast))
    const { did, could } = of(whole, parts.length)
    return { known, total: Math.min(inSteps({ did, could }, step), floorTo(safe, step)) }
  }

  const came = publish(({ came, people }) => ({ did: came, could: people }), STEP)
  const ordered = publish(({ ordered, people }) => ({ did: ordered, could: people }), STEP)
  // The rest cannot have ordered more than the campaign minus the departments.
  const leftToRest =
    ordered.total + STEP - 1 - sumOf(ordered.known.map(({ published }) => published))
  const spent = publish((one, at) => {
    const { spent: did, granted: could, people } = one
    const orders = ordered.known[at]
    if (!orders) return { did, could }
    const who = one === rest ? Math.min(orders.most, leftToRest) : orders.most
    const most = Math.min(could, who * Math.floor(could / people))
    const nobody = one !== rest && orders.published === 0
    return { did, could, most, ...(nobody ? { unpublished: 'few' as const } : {}) }
  }, pointsStep)

  return {
    whole: figuresOf(came.total, ordered.total, spent.total),
    departments: departments.map((of, at) => ({
      of,
      published: figuresOf(
        came.known[at]?.published ?? 0,
        ordered.known[at]?.published ?? 0,
        spent.known[at]?.published ?? 0,
      ),
    })),
  }
}

const figuresOf = (came: number, ordered: number, spent: number): PublishedFigures => ({
  came: came || null,
  ordered: ordered || null,
  spent: ordered === 0 ? null : spent || null,
})

function without(whole: PeopleSums, departments: readonly PeopleSums[]): PeopleSums {
  const left = (key: keyof PeopleSums) =>
    whole[key] - sumOf(departments.map((department) => department[key]))
  return {
    people: left('people'),
    granted: left('granted'),
    came: left('came'),
    ordered: left('ordered'),
    spent: left('spent'),
  }
}
