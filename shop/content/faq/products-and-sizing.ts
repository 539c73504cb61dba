import type { Question } from "./question.ts";

/** Sizes, colours, stock, care and origin: independent of the policy. */
export function productsAndSizing(): Question[] {
  return [
    {
      id: "size",
      question: "How do I find my size?",
      answer:
        "Every product with sizes has a size guide in centimetres beside the sizes. Lay a garment that fits you well flat, measure it and compare. If you are between two sizes, choose the larger one.",
    },
    {
      id: "shoe-size",
      question: "Which shoe sizes do you use?",
      answer:
        "UK sizes from 6 to 12, as printed on most boxes in India. The size guide gives the length of the foot in centimetres for each.",
    },
    {
      id: "colour",
      question: "Will the colour look as it does on my screen?",
      answer:
        "Very nearly. Screens differ, and hand-printed or naturally dyed fabric varies a little from piece to piece. If the colour is not what you expected, you can return it.",
    },
    {
      id: "stock",
      question: "What does “Only 3 left!” mean?",
      answer:
        "Exactly that: it appears when five pieces or fewer are left, and the number is real. Out of Stock means that none is available right now.",
    },
    {
      id: "care",
      question: "How do I wash it?",
      answer:
        "Fabric and wash care are among the details of each product, and on the label. Wash printed and dark cottons alone and in cold water the first two times.",
    },
    {
      id: "origin",
      question: "Where are the products made?",
      answer:
        "The country of origin is shown on each product page, and you can filter the shop by it. All prices are in rupees and include taxes.",
    },
  ];
}
