import { boarding } from './boarding.ts';
import { equine } from './equine.ts';
import { grooming } from './grooming.ts';
import { other } from './other.ts';
import type { FieldTemplate } from './question.ts';
import { training } from './training.ts';
import { veterinary } from './veterinary.ts';
import { walking } from './walking.ts';

/** The templates, in the order they are offered. */
export const fieldTemplates: readonly FieldTemplate[] = [
  veterinary,
  grooming,
  boarding,
  walking,
  training,
  equine,
  other,
];
