import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { NAME_LENGTH } from '../limits.ts'
import { ownPicture, SITE_PICTURE } from '../own-picture.ts'
import {
  BULLET,
  BULLET_LENGTH,
  CHECKS,
  CHECKS_NAME,
  FACT_LENGTH,
  GUIDE_STEPS,
  INTRO_LENGTH,
  isRepeating,
  noneOf,
  ORDER_STEPS,
  POINTS,
  POINTS_NAME,
  REPEATED,
  STEP_TEXT,
  STEP_TEXT_LENGTH,
  STEP_TITLE,
  tooMany,
} from './settings-rules.ts'
import { line, requiredLine, text } from '../text.ts'

/** A step of the germination guide. */
export const GuideStep = z.object({
  title: z.string(),
  /** The key figure, in large type: '20–25 °C'. */
  fact: z.string(),
  words: z.string(),
  checks: z.array(z.string()),
  /** The text of a reminder a day later; empty for no reminder. */
  reminder: z.string(),
  picture: z.string().nullable(),
  /** Alternative text of the picture. */
  picture_words: z.string(),
})
export type GuideStep = z.output<typeof GuideStep>

/** The steps of an order, for the home page. */
export const OrderStep = z.object({ title: z.string(), text: z.string() })
export type OrderStep = z.output<typeof OrderStep>

const Guide = z.object({
  intro: z.string(),
  steps: z.array(GuideStep),
  /** What the guarantee covers. */
  points: z.array(z.string()),
})
type Guide = z.output<typeof Guide>

/** The same for every audience. */
export const getGuide = endpoint(calls.getGuide, {
  summary: 'How to germinate the seeds, and what the guarantee covers',
  access: 'anyone',
  reply: reply(Guide),
})

const bullets = (max: number, name: string) =>
  z
    .array(requiredLine(BULLET_LENGTH, BULLET))
    .max(max, tooMany(name, max))
    .refine((all) => !isRepeating(all), REPEATED)

const steps = <Step extends z.ZodType<{ title: string }>>(step: Step, max: number) =>
  z
    .array(step)
    .min(1, noneOf('pasos'))
    .max(max, tooMany('pasos', max))
    .refine((all) => !isRepeating(all.map(({ title }) => title)), REPEATED)

/** The settings with these texts. */
export const GuideSettings = {
  guide_intro: line(INTRO_LENGTH, 'La introducción'),
  guide_steps: steps(
    z.object({
      title: requiredLine(NAME_LENGTH, STEP_TITLE),
      fact: line(FACT_LENGTH, 'El dato'),
      words: text(STEP_TEXT_LENGTH, STEP_TEXT),
      checks: bullets(CHECKS, CHECKS_NAME),
      reminder: line(BULLET_LENGTH, 'El recordatorio'),
      picture: z.union([ownPicture('product'), SITE_PICTURE]),
      picture_words: line(BULLET_LENGTH, 'La descripción de la imagen'),
    }) satisfies z.ZodType<GuideStep>,
    GUIDE_STEPS,
  ),
  guarantee_note: line(BULLET_LENGTH, 'La frase de la garantía'),
  guarantee_points: bullets(POINTS, POINTS_NAME).min(1, noneOf(POINTS_NAME)),
  order_steps: steps(
    z.object({
      title: requiredLine(NAME_LENGTH, STEP_TITLE),
      text: text(STEP_TEXT_LENGTH, STEP_TEXT),
    }) satisfies z.ZodType<OrderStep>,
    ORDER_STEPS,
  ),
}
