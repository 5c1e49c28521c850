import { grüßeGrößer } from "../letters";

/* 🦀 é */ const ä = "🦀🦀"; export const more = ä + grüßeGrößer("ß");
