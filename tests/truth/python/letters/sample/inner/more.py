from sample.letters import grüße_größer

ä = "🦀🦀"; MORE = ä + grüße_größer("ß")
